import type { CheckboxProps, DrawerProps, MenuProps, ModalProps } from "@mantine/core";
import {
  type ComponentPropsWithRef,
  type ComponentType,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";

/** Milliseconds until what nobody has asked for yet is fetched: pages can be worked with by then. */
const LATER_MS = 2_000;
const RETRY_MS = 2_000;

const fetchDialogs = () => import("./lateDialogs");
type Dialogs = Awaited<ReturnType<typeof fetchDialogs>>;
const fetchMenu = () => import("./lateMenu");
export type LateMenuParts = Awaited<ReturnType<typeof fetchMenu>>["Menu"];

let fetched: Dialogs | null = null;

async function loadDialogs(): Promise<Dialogs> {
  fetched = await fetchDialogs();
  return fetched;
}

interface Opened {
  readonly opened: boolean;
}

/**
 * A dialog whose code comes two seconds after the page, so that it is at hand without a
 * connection, or when it is opened. Then a failed fetch is repeated.
 */
function lateDialog<Props extends Opened>(
  choose: (dialogs: Dialogs) => ComponentType<Props>,
): ComponentType<Props> {
  return function LateDialog(props: Props) {
    const { opened } = props;
    const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
    const [mayOpen, setMayOpen] = useState(false);
    const isThere = Dialog !== null;
    // A dialog that opens only once it stands closed knows where the focus goes back to.
    useEffect(() => setMayOpen(isThere), [isThere]);
    useEffect(() => {
      if (isThere) return;
      let timer = setTimeout(bring, opened ? 0 : LATER_MS);
      function bring() {
        loadDialogs().then(
          (dialogs) => {
            setDialog(() => choose(dialogs));
          },
          () => {
            if (opened) timer = setTimeout(bring, RETRY_MS);
          },
        );
      }
      return () => {
        clearTimeout(timer);
      };
    }, [isThere, opened]);
    return Dialog && <Dialog {...props} opened={opened && mayOpen} />;
  };
}

/** Mantine's dialogs, whose code comes after the page. */
export const LateModal = lateDialog<ModalProps>(({ Modal }) => Modal);
export const LateDrawer = lateDialog<DrawerProps>(({ Drawer }) => Drawer);

/** Mantine's checkbox, for what is in these dialogs alone: its code is there when they are. */
export function LateCheckbox(props: CheckboxProps) {
  return fetched && <fetched.Checkbox {...props} />;
}

interface LateMenuProps extends Pick<MenuProps, "position" | "width"> {
  /** The button, which takes all that it is given. */
  readonly target: ComponentType<ComponentPropsWithRef<"button">>;
  /** What stands in the button, if that is not always the same. */
  readonly label?: ReactNode;
  /** What is in the menu. */
  readonly children: (Menu: LateMenuParts) => ReactNode;
}

/** Mantine's menu, whose code comes when its button is first pressed. */
export function LateMenu({ target: Target, label, children, ...props }: LateMenuProps) {
  const [Menu, setMenu] = useState<LateMenuParts | null>(null);
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  const open = async () => {
    const loaded = await fetchMenu();
    flushSync(() => setMenu(() => loaded.Menu));
    // The button is another one now. The menu gives the focus back to it.
    button.current?.focus();
    setOpened(true);
  };
  if (Menu === null) {
    return (
      <Target
        aria-haspopup="menu"
        aria-expanded={false}
        // Without a connection, the next press tries again.
        onClick={() => void open().catch(() => undefined)}
      >
        {label}
      </Target>
    );
  }
  return (
    <Menu {...props} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Target ref={button}>{label}</Target>
      </Menu.Target>
      <Menu.Dropdown>{children(Menu)}</Menu.Dropdown>
    </Menu>
  );
}
