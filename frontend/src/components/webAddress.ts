/** Whether a link may lead there: an imported file may hold anything as an address. */
export function isWebAddress(address: string | null | undefined): address is string {
  return typeof address === "string" && /^https?:\/\//i.test(address);
}
