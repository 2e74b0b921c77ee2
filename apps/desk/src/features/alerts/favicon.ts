const dot = '<circle cx="24.500" cy="7.500" r="6.500" fill="#f5222d" stroke="#fff" stroke-width="2"/>';

/** Returns the icon with a dot in its corner as a data URL, which needs no request. */
function markedIcon(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg.replace('</svg>', `${dot}</svg>`))}`;
}

/** Adds a dot to the page's icon; the returned function removes it. */
export function markIcon(page: Document, load: (address: string) => Promise<string>): () => void {
  const link = page.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link === null) return () => undefined;
  const plain = link.href;
  let wanted = true;
  load(plain).then(
    (svg) => {
      if (wanted) link.href = markedIcon(svg);
    },
    () => {
      // Without a connection, only the number in the title is shown.
    },
  );
  return () => {
    wanted = false;
    link.href = plain;
  };
}
