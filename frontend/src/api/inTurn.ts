/** Sends a request for each row, one after the other, until one is refused: each is a transaction. */
export async function inTurn<Row>(
  rows: readonly Row[],
  send: (row: Row) => Promise<unknown>,
): Promise<void> {
  for (const row of rows) await send(row);
}
