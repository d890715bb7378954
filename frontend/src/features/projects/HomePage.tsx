export default function HomePage() {
  return <p>…</p>;
}
