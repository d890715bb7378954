import { readdirSync } from "node:fs";
import process from "node:process";

import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import { importX } from "eslint-plugin-import-x";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

const features = readdirSync(new URL("./src/features", import.meta.url));

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
  { target: "./src/components", from: ["./src/app", "./src/features", "./src/annotating"] },
  {
    target: "./src/api",
    from: ["./src/app", "./src/features", "./src/annotating", "./src/components"],
  },
  {
    target: "./src/anchoring",
    from: ["./src/app", "./src/features", "./src/annotating", "./src/components", "./src/api"],
    message: "Anchoring knows the DOM and nothing else.",
  },
  {
    target: "./src/long-form",
    from: ["app", "features", "annotating", "components", "api", "anchoring"].map(
      (layer) => `./src/${layer}`,
    ),
    message: "Measures of texts know texts and nothing else.",
  },
];

// The dearest for what they find: cycles read every file again from each that imports it, and React's
// compiler goes through every file for all rules but the two old ones.
const compiled = Object.keys(reactHooks.configs.flat.recommended.rules).filter(
  (rule) => !["react-hooks/rules-of-hooks", "react-hooks/exhaustive-deps"].includes(rule),
);
const dear = ["@typescript-eslint/no-deprecated", "import-x/no-cycle", ...compiled];
const isShort = process.env.TEST_SIZE === "short";
const inShortRun = isShort ? dear.map((rule) => [rule, "off"]) : [];

export default tseslint.config(
  { ignores: ["dist", "coverage", "src/api/schema.d.ts", "src/api/sign-in-schema.d.ts"] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  importX.flatConfigs.recommended,
  importX.flatConfigs.typescript,
  jsxA11y.flatConfigs.strict,
  reactHooks.configs.flat.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        projectService: { allowDefaultProject: ["*.js"] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    settings: {
      // Without a resolver that knows .ts and .tsx every import rule passes silently.
      "import-x/resolver-next": [createTypeScriptImportResolver({ project: "./tsconfig.json" })],
    },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false } },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      // What TypeScript itself says.
      "import-x/namespace": "off",
      "import-x/no-cycle": "error",
      "import-x/no-unresolved": ["error", { ignore: ["\\.css$"] }],
      "import-x/no-named-as-default-member": "off",
      "import-x/no-restricted-paths": ["error", { zones: importDirections }],
      "import-x/order": [
        "error",
        {
          groups: ["builtin", "external", "internal", ["parent", "sibling", "index"]],
          pathGroups: [{ pattern: "@/**", group: "internal" }],
          "newlines-between": "always",
          alphabetize: { order: "asc", caseInsensitive: true },
        },
      ],
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
  {
    rules: Object.fromEntries(inShortRun),
    // A comment that excuses a breach of one of these has nothing to excuse in the short run.
    linterOptions: { reportUnusedDisableDirectives: isShort ? "off" : "warn" },
  },
  { files: ["**/*.js"], extends: [tseslint.configs.disableTypeChecked] },
  prettier,
);
