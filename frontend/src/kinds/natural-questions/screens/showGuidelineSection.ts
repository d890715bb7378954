const PATIENCE_MS = 3000;

/**
 * Scrolls the open guidelines to the first heading that matches, as soon as it is there. The
 * guidelines are the project's own text, so there may be no such heading; then they stay at the top.
 */
export function showGuidelineSection(title: RegExp): void {
  const until = performance.now() + PATIENCE_MS;
  const look = () => {
    const headings = document.querySelectorAll("[data-guidelines] :is(h1, h2, h3, h4)");
    const heading = Array.from(headings).find(({ textContent }) => title.test(textContent));
    if (heading) heading.scrollIntoView({ block: "start" });
    else if (performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
