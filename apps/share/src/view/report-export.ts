/** The button by which a reader downloads a part of a report as a spreadsheet. */
import { button, element } from './dom.ts';
import type { ReportWords } from './report-charts.ts';

/** `file` resolves to null if it can't be had. `name` is the file's name without its extension. */
export function exportButton(
  { texts }: ReportWords,
  name: string,
  file: () => Promise<Blob | null>,
): HTMLElement {
  const problem = element('span', 'bad', [], { role: 'alert' });
  const press = async () => {
    it.disabled = true;
    it.textContent = texts.exporting;
    problem.textContent = '';
    const blob = await file();
    it.disabled = false;
    it.textContent = texts.export;
    if (blob === null) problem.textContent = texts.failed;
    else save(blob, `${name}.xlsx`);
  };
  const it = button(texts.export, () => void press());
  return element('div', 'buttons', [it, problem]);
}

function save(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  element('a', '', [], { href, download: name }).click();
  URL.revokeObjectURL(href);
}
