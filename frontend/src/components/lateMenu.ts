/** What `late.tsx` fetches once a menu is opened. Most of it finds the place for the menu. */
export { Menu } from "@mantine/core";
