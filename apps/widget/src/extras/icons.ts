/** The icons used only by the second script, drawn like those of the first. */
const icons = {
  attach: 'm8 13 6-6a3 3 0 0 1 4 4l-8 8a5 5 0 0 1-7-7l8-8',
  emoji: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM8.5 14a4 4 0 0 0 7 0M9 9.5v.2m6-.2v.2',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  answer: 'M10 6 4 12l6 6M4 12h10a6 6 0 0 1 6 6v1',
  voice: 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3ZM6 11a6 6 0 0 0 12 0M12 17v4',
  close: 'M6 6l12 12M18 6 6 18',
} as const;
export type ExtraIcon = keyof typeof icons;

const svg = 'http://www.w3.org/2000/svg';

export function extraIcon(icon: ExtraIcon): SVGSVGElement {
  const picture = document.createElementNS(svg, 'svg');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.setAttribute('aria-hidden', 'true');
  picture.setAttribute('class', 'icon');
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', icons[icon]);
  picture.append(path);
  return picture;
}
