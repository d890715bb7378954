export default function GuidelinesPage() {
  return <p>…</p>;
}
