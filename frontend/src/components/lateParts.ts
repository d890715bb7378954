/** What `late.tsx` fetches: parts of the library that no page needs before it can be worked with. */
export { Checkbox, Drawer, Menu, Modal } from "@mantine/core";
