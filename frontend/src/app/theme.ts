import {
  type BadgeFactory,
  type ButtonFactory,
  type CSSVariablesResolver,
  type CardFactory,
  type DrawerFactory,
  type ExtendComponent,
  type FactoryPayload,
  type InputWrapperFactory,
  type MantineColorsTuple,
  type MenuFactory,
  type ModalFactory,
  type NotificationFactory,
  type NumberInputFactory,
  type PaperFactory,
  type PopoverFactory,
  type SelectFactory,
  type SwitchFactory,
  type TableFactory,
  type TextInputFactory,
  type TooltipFactory,
  createTheme,
} from "@mantine/core";

import { FocusKeepingButton } from "@/components/FocusKeepingButton";

import dialog from "./dialog.module.css";
import select from "./select.module.css";

/** Slate teal: the one colour that means *this is what you can do*. */
const plumb: MantineColorsTuple = [
  "#eff6f5",
  "#dfecea",
  "#bdd8d5",
  "#97c2be",
  "#74adaa",
  "#549796",
  "#3b7e80",
  "#2f6c70",
  "#27595d",
  "#1d4548",
];

/** Warm greys, so that a day in front of them does not feel like a spreadsheet. */
const gray: MantineColorsTuple = [
  "#faf9f7",
  "#f4f2ee",
  "#e9e6e1",
  "#dcd8d1",
  "#c5c0b7",
  "#a19b91",
  "#6d6860",
  "#56524b",
  "#3a3733",
  "#24221f",
];

const dark: MantineColorsTuple = [
  "#dedbd5",
  "#bfbbb4",
  "#a5a098",
  "#67635d",
  "#5a564f",
  "#393632",
  "#2d2b28",
  "#232120",
  "#1b1a18",
  "#141312",
];

const amber: MantineColorsTuple = [
  "#fdf6e7",
  "#f9ebcb",
  "#f2d797",
  "#eac160",
  "#e3ae36",
  "#d99d1f",
  "#b97f10",
  "#93640e",
  "#714d10",
  "#533910",
];

const brick: MantineColorsTuple = [
  "#fcf0ed",
  "#f7ded8",
  "#eebbb0",
  "#e49584",
  "#da7460",
  "#cd5a45",
  "#b54532",
  "#963727",
  "#762d21",
  "#58231b",
];

/** As a component's own `extend`, which would bring its code to every page. */
function extend<Payload extends FactoryPayload>(
  input: ExtendComponent<Payload>,
): ExtendComponent<Payload> {
  return input;
}

/** A dialog's head is a `header`, which would be a second banner beside the page's. */
const DIALOG_ATTRIBUTES = { header: { role: "presentation" } };

/** Within the page's main landmark, where screen readers look for what is on it. */
const IN_MAIN = { portalProps: { target: "main" } };

export const theme = createTheme({
  primaryColor: "plumb",
  primaryShade: { light: 7, dark: 6 },
  colors: { plumb, gray, dark, amber, brick },
  black: "#24221f",
  autoContrast: false,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace",
  headings: {
    fontFamily: "'Source Serif 4 Variable', Georgia, serif",
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.75rem", lineHeight: "1.25" },
      h2: { fontSize: "1.3125rem", lineHeight: "1.3" },
      h3: { fontSize: "1.0625rem", lineHeight: "1.4" },
      h4: { fontSize: "0.9375rem", lineHeight: "1.45" },
    },
  },
  fontSizes: {
    xs: "0.78125rem",
    sm: "0.875rem",
    md: "0.9375rem",
    lg: "1.0625rem",
    xl: "1.25rem",
  },
  defaultRadius: "md",
  radius: { xs: "3px", sm: "5px", md: "8px", lg: "12px", xl: "32px" },
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    Paper: extend<PaperFactory>({ defaultProps: { radius: "lg" } }),
    Card: extend<CardFactory>({ defaultProps: { radius: "lg", withBorder: true, padding: "lg" } }),
    Button: extend<ButtonFactory>({
      defaultProps: { component: FocusKeepingButton },
      styles: { label: { fontWeight: 550 } },
    }),
    Badge: extend<BadgeFactory>({
      defaultProps: { variant: "light", radius: "sm", tt: "none", fw: 550 },
    }),
    Notification: extend<NotificationFactory>({
      defaultProps: { closeButtonProps: { "aria-label": "Close" } },
    }),
    NumberInput: extend<NumberInputFactory>({ defaultProps: { allowDecimal: false } }),
    Switch: extend<SwitchFactory>({ defaultProps: { withThumbIndicator: false } }),
    // Nearly every field is required, so the few optional ones say so instead.
    InputWrapper: extend<InputWrapperFactory>({ defaultProps: { withAsterisk: false } }),
    // Menus and the lists of selects, too.
    Popover: extend<PopoverFactory>({ defaultProps: IN_MAIN }),
    Tooltip: extend<TooltipFactory>({
      defaultProps: { withArrow: true, openDelay: 350, ...IN_MAIN },
    }),
    // The list itself scrolls: with a separate box inside it, no key would reach the scrolled part.
    Select: extend<SelectFactory>({
      defaultProps: { allowDeselect: false, checkIconPosition: "right", withScrollArea: false },
      classNames: { options: select.options },
    }),
    TextInput: extend<TextInputFactory>({ defaultProps: { autoComplete: "off" } }),
    Table: extend<TableFactory>({
      defaultProps: { verticalSpacing: "sm", horizontalSpacing: "md" },
    }),
    // A menu holds choices alone: the first has the focus, and not an empty box before it.
    Menu: extend<MenuFactory>({ defaultProps: { withInitialFocusPlaceholder: false } }),
    Modal: extend<ModalFactory>({
      defaultProps: {
        centered: true,
        radius: "lg",
        padding: "lg",
        closeButtonProps: { "aria-label": "Close" },
        attributes: DIALOG_ATTRIBUTES,
      },
      classNames: { title: dialog.title },
    }),
    Drawer: extend<DrawerFactory>({
      defaultProps: {
        position: "right",
        size: "lg",
        padding: "lg",
        closeButtonProps: { "aria-label": "Close" },
        attributes: DIALOG_ATTRIBUTES,
      },
      classNames: { title: dialog.title },
    }),
  },
});

/** Tinted surfaces in the dark scheme; the library's own are nearly black. */
function lightVariantInDark(name: string, shades: MantineColorsTuple): Record<string, string> {
  const tint = (percent: number) =>
    `color-mix(in srgb, var(--mantine-color-${name}-6) ${percent}%, transparent)`;
  return {
    [`--mantine-color-${name}-light`]: tint(26),
    [`--mantine-color-${name}-light-hover`]: tint(36),
    [`--mantine-color-${name}-light-color`]: shades[2],
  };
}

/** The canvas is one step behind the cards on it, in both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  // Beside the page is nothing, unless the guidelines are open there.
  variables: { "--plumbline-header-height": "56px", "--plumbline-beside": "0px" },
  light: {
    "--plumbline-canvas": gray[0],
    "--plumbline-surface": "#ffffff",
    "--plumbline-hairline": gray[2],
    "--mantine-color-default-border": gray[3],
    "--mantine-color-error": brick[6],
  },
  dark: {
    "--plumbline-canvas": dark[8],
    "--plumbline-surface": dark[7],
    "--plumbline-hairline": dark[5],
    "--mantine-color-default-border": dark[4],
    "--mantine-color-dimmed": dark[2],
    "--mantine-color-anchor": plumb[3],
    "--mantine-color-error": brick[3],
    "--mantine-color-disabled": dark[5],
    "--mantine-color-disabled-color": dark[2],
    ...lightVariantInDark("plumb", plumb),
    ...lightVariantInDark("amber", amber),
    ...lightVariantInDark("brick", brick),
    "--mantine-color-gray-light": dark[5],
    "--mantine-color-gray-light-hover": dark[4],
    "--mantine-color-gray-light-color": dark[0],
  },
});
