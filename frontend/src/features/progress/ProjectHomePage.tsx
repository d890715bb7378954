export default function ProjectHomePage() {
  return <p>…</p>;
}
