import { readdirSync } from "node:fs";

import { defineConfig } from "oxlint";

// What the strict presets of ESLint, typescript-eslint, jsx-a11y and React's hooks name.
const names = {
  eslint: `
    for-direction no-async-promise-executor no-case-declarations no-compare-neg-zero
    no-cond-assign no-constant-binary-expression no-constant-condition no-control-regex
    no-debugger no-delete-var no-dupe-else-if no-duplicate-case no-empty
    no-empty-character-class no-empty-pattern no-empty-static-block no-ex-assign
    no-extra-boolean-cast no-fallthrough no-global-assign no-invalid-regexp
    no-irregular-whitespace no-loss-of-precision no-misleading-character-class
    no-nonoctal-decimal-escape no-prototype-builtins no-regex-spaces no-self-assign
    no-shadow-restricted-names no-sparse-arrays no-unsafe-finally no-unsafe-optional-chaining
    no-unused-labels no-unused-private-class-members no-useless-backreference no-useless-catch
    no-useless-escape no-var prefer-const prefer-rest-params prefer-spread require-yield
    use-isnan valid-typeof`,
  typescript: `
    adjacent-overload-signatures array-type await-thenable ban-ts-comment ban-tslint-comment
    class-literal-property-style consistent-generic-constructors
    consistent-indexed-object-style consistent-type-assertions consistent-type-definitions
    consistent-type-imports dot-notation no-array-constructor no-array-delete
    no-base-to-string no-confusing-non-null-assertion no-confusing-void-expression
    no-deprecated no-duplicate-enum-values no-duplicate-type-constituents no-dynamic-delete
    no-empty-function no-empty-object-type no-explicit-any no-extra-non-null-assertion
    no-extraneous-class no-floating-promises no-for-in-array no-generated-empty-object-type
    no-implied-eval no-inferrable-types no-invalid-void-type no-meaningless-void-operator
    no-misused-new no-misused-promises no-misused-spread no-mixed-enums no-namespace
    no-non-null-asserted-nullish-coalescing no-non-null-asserted-optional-chain
    no-non-null-assertion no-redundant-type-constituents no-require-imports no-this-alias
    no-unnecessary-boolean-literal-compare no-unnecessary-condition
    no-unnecessary-template-expression no-unnecessary-type-arguments
    no-unnecessary-type-assertion no-unnecessary-type-constraint
    no-unnecessary-type-conversion no-unnecessary-type-parameters no-unsafe-argument
    no-unsafe-assignment no-unsafe-call no-unsafe-declaration-merging
    no-unsafe-enum-comparison no-unsafe-function-type
    no-unsafe-member-access no-unsafe-return no-unsafe-unary-minus no-unused-expressions
    no-unused-vars no-useless-constructor no-useless-default-assignment
    no-wrapper-object-types non-nullable-type-assertion-style only-throw-error prefer-as-const
    prefer-find prefer-for-of prefer-function-type prefer-includes prefer-literal-enum-member
    prefer-namespace-keyword prefer-nullish-coalescing prefer-optional-chain
    prefer-promise-reject-errors prefer-reduce-type-parameter prefer-regexp-exec
    prefer-return-this-type prefer-string-starts-ends-with related-getter-setter-pairs
    require-await restrict-plus-operands restrict-template-expressions return-await
    switch-exhaustiveness-check triple-slash-reference unbound-method unified-signatures
    use-unknown-in-catch-callback-variable`,
  react: `
    error-boundaries exhaustive-deps globals immutability incompatible-library
    preserve-manual-memoization purity refs rules-of-hooks set-state-in-effect
    set-state-in-render static-components unsupported-syntax use-memo`,
  import: `
    default export no-cycle no-duplicates no-named-as-default`,
  "jsx-a11y": `
    alt-text anchor-has-content anchor-is-valid aria-activedescendant-has-tabindex aria-props
    aria-proptypes aria-role aria-unsupported-elements autocomplete-valid
    click-events-have-key-events heading-has-content html-has-lang iframe-has-title
    img-redundant-alt interactive-supports-focus label-has-associated-control
    media-has-caption mouse-events-have-key-events no-access-key no-autofocus
    no-distracting-elements no-interactive-element-to-noninteractive-role
    no-noninteractive-element-interactions no-noninteractive-element-to-interactive-role
    no-noninteractive-tabindex no-redundant-roles no-static-element-interactions
    role-has-required-aria-props role-supports-aria-props scope tabindex-no-positive`,
};

const asErrors = Object.entries(names).flatMap(([plugin, rules]) =>
  rules
    .trim()
    .split(/\s+/)
    .map((rule) => [plugin === "eslint" ? rule : `${plugin}/${rule}`, "error"]),
);

const features = readdirSync(new URL("./src/features", import.meta.url));

const rooms = readdirSync(new URL("./src/kinds", import.meta.url)).filter(
  (name) => !name.includes("."),
);

const importDirections = [
  ...features.map((feature) => ({
    target: `./src/features/${feature}`,
    from: "./src/features",
    except: [`./${feature}`],
    message:
      "Features don't import one another; what they share lives in annotating, components or api.",
  })),
  { target: "./src/features", from: "./src/app", message: "The shell imports features." },
  {
    target: "./src/annotating",
    from: ["./src/app", "./src/features"],
    message: "What every annotation page shares knows none of them.",
  },
  {
    // Its tests use a kind that there is.
    target: "./src/annotating/**/!(*.test).{ts,tsx}",
    from: "./src/kinds",
    message: "It is told by its properties what depends on the kind.",
  },
  {
    target: "./src/components",
    from: ["./src/app", "./src/features", "./src/kinds", "./src/annotating"],
  },
  { target: "./src/kinds", from: ["./src/app", "./src/features"] },
  ...rooms.map((room) => ({
    target: `./src/kinds/${room}`,
    from: "./src/kinds",
    except: [`./${room}`, "./taskKind.ts", "./kindPages.ts", "./fileFormats.ts"],
    message: "A kind is a room: it knows no other, and not which there are.",
  })),
  {
    target: "./src/api",
    from: ["./src/app", "./src/features", "./src/annotating", "./src/components", "./src/kinds"],
  },
  {
    target: "./src/anchoring",
    from: ["app", "features", "annotating", "components", "kinds", "api"].map(
      (layer) => `./src/${layer}`,
    ),
    message: "Anchoring knows the DOM and nothing else.",
  },
  {
    target: "./src/long-form",
    from: ["app", "features", "annotating", "components", "api", "anchoring"].map(
      (layer) => `./src/${layer}`,
    ),
    message: "Measures of texts know texts and nothing else.",
  },
  {
    target: "./src/gallery",
    from: ["app", "features", "annotating", "components", "kinds", "api", "anchoring"].map(
      (layer) => `./src/${layer}`,
    ),
    message: "A gallery is a program of its own, which anybody's server may serve.",
  },
];

export default defineConfig({
  ignorePatterns: ["dist", "coverage", "src/api/schema.d.ts", "src/api/sign-in-schema.d.ts"],
  plugins: ["typescript", "react", "import", "jsx-a11y"],
  // Its own import rules know neither directions nor order.
  jsPlugins: [{ name: "imports", specifier: "eslint-plugin-import-x" }],
  // Without a resolver that knows .ts and .tsx every rule of imports passes silently.
  settings: { "import-x/resolver": { typescript: { project: "./tsconfig.json" } } },
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  categories: { correctness: "off" },
  rules: {
    ...Object.fromEntries(asErrors),
    "imports/no-restricted-paths": ["error", { zones: importDirections }],
    "imports/order": [
      "error",
      {
        groups: ["builtin", "external", "internal", ["parent", "sibling", "index"]],
        pathGroups: [{ pattern: "@/**", group: "internal" }],
        "newlines-between": "always",
        alphabetize: { order: "asc", caseInsensitive: true },
      },
    ],
    "jsx-a11y/interactive-supports-focus": [
      "error",
      {
        tabbable: [
          "button",
          "checkbox",
          "link",
          "progressbar",
          "searchbox",
          "slider",
          "spinbutton",
          "switch",
          "textbox",
        ],
      },
    ],
    "jsx-a11y/no-noninteractive-element-interactions": [
      "error",
      {
        body: ["onError", "onLoad"],
        iframe: ["onError", "onLoad"],
        img: ["onError", "onLoad"],
      },
    ],
    "no-constant-condition": ["error", { checkLoops: "allExceptWhileTrue" }],
    "typescript/ban-ts-comment": ["error", { minimumDescriptionLength: 10 }],
    "typescript/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    "typescript/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
    "typescript/restrict-plus-operands": [
      "error",
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    "typescript/restrict-template-expressions": ["error", { allowNumber: true }],
    "typescript/return-await": ["error", "error-handling-correctness-only"],
    "typescript/switch-exhaustiveness-check": [
      "error",
      { considerDefaultExhaustiveForUnions: true },
    ],
  },
  overrides: [
    {
      // No part of the TypeScript project, so that what they import has no types.
      files: ["*.config.js"],
      rules: {
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-call": "off",
        "typescript/no-unsafe-member-access": "off",
      },
    },
    {
      files: ["src/anchoring/**", "src/long-form/**"],
      rules: {
        "no-restricted-imports": [
          "error",
          { patterns: [{ group: ["react", "react-*", "@mantine/*", "@tanstack/*"] }] },
        ],
      },
    },
  ],
});
