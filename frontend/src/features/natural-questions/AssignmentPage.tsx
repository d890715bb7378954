/** Holds the route's place until the page is written. */
export default function AssignmentPage() {
  return <p>This page is being built.</p>;
}
