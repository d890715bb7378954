import { Menu } from "@mantine/core";
import { Link } from "react-router";

import { deleteSystem, showSystem, type SystemRow } from "@/api/leaderboard";
import { ShownRowMenu } from "@/components/ShownRowMenu";

interface SystemMenuProps {
  readonly slug: string;
  readonly row: SystemRow;
  /** Leads hide and delete; who uploaded a file downloads it. */
  readonly isLead: boolean;
  /** Where its results on single examples are, if they are kept. */
  readonly results?: string | undefined;
  readonly onDeleted: () => void;
}

/** What can be done with a system. */
export function SystemMenu({ slug, row, isLead, results, onDeleted }: SystemMenuProps) {
  const files = row.files.filter(({ url }) => url !== null);
  if (files.length === 0 && !isLead) return null;
  return (
    <ShownRowMenu
      slug={slug}
      row={row}
      part={{ kind: "system", id: row.system }}
      isLead={isLead}
      onShow={(isShown) => showSystem(slug, row.system, isShown)}
      onDelete={async () => {
        await deleteSystem(slug, row.system);
        onDeleted();
      }}
      deleted="Its scores on all splits and its predictions go with it."
    >
      {files.map(({ part, name, url }) => (
        <Menu.Item key={part} component="a" href={url ?? ""}>
          Download {name}
        </Menu.Item>
      ))}
      {isLead && results !== undefined && (
        <Menu.Item component={Link} to={results}>
          Results and errors
        </Menu.Item>
      )}
    </ShownRowMenu>
  );
}
