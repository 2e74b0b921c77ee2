import { element } from './dom.ts';

/** Adds a style sheet. A constructed one is exempt from the page's `style-src`; browsers before 2023 get an element. */
export function addStyles(shadow: ShadowRoot, styles: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    shadow.adoptedStyleSheets.push(sheet);
  } catch {
    shadow.append(element('style', '', {}, [styles]));
  }
}
