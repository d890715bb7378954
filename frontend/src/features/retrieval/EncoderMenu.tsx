import { deleteEncoder, type EncoderRow, showEncoder } from "@/api/retrieval";
import { ShownRowMenu } from "@/components/ShownRowMenu";

interface EncoderMenuProps {
  readonly slug: string;
  readonly row: EncoderRow;
  /** Once the last encoder on the questions is gone: back to those that are left. */
  readonly onDeleted: () => void;
}

/** What leads can do with an encoder. */
export function EncoderMenu({ slug, row, onDeleted }: EncoderMenuProps) {
  return (
    <ShownRowMenu
      slug={slug}
      row={row}
      part={{ kind: "encoder", id: row.id }}
      isLead
      onShow={(isShown) => showEncoder(slug, row.id, isShown)}
      onDelete={async () => {
        await deleteEncoder(slug, row.id);
        onDeleted();
      }}
      deleted="Its figures, ranks and vectors go with it."
    />
  );
}
