/** What `late.tsx` fetches: parts of the library that no page needs before it can be worked with. */
export { Checkbox, Drawer, Modal } from "@mantine/core";
