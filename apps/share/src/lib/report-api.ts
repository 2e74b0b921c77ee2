/** The requests of the page of a report. */
import type { AnswerOf } from '@parley/contract';
import type { SplitReport, splitReportVisitors } from '@parley/contract/split-reports';
import { createRequests, type Outcome } from './requests.ts';
import type { LinkApi } from './visit.ts';

export type ReportDays = '7' | '30';
export type ReportView = SplitReport & { range: ReportDays; expiresAt: number | null };
export type VisitorListPage = AnswerOf<typeof splitReportVisitors>;

export type ReportApi = LinkApi<ReportView> & {
  read(): Promise<Outcome<ReportView | null>>;
  /** Sets the days for all further requests. */
  choose(days: ReportDays): void;
  /** An empty `cursor` requests the latest ones. Null if they can't be had. */
  visitors(cursor: string): Promise<VisitorListPage | null>;
  /** Returns the visitors as a spreadsheet; null if it can't be had. */
  file(language: string): Promise<Blob | null>;
  /** Returns the counts as a spreadsheet; null if it can't be had. */
  figuresFile(language: string): Promise<Blob | null>;
};

const path = '/api/share/splitReport';
const pageSize = 50;

export function createReportApi(token: string, fetch: typeof globalThis.fetch): ReportApi {
  const requests = createRequests(token, 'split-report', fetch);
  let days: ReportDays = '7';
  let tag: string | null = null;
  let expiresAt: number | null = null;

  async function read(): Promise<Outcome<ReportView | null>> {
    const range = days;
    const { outcome, tag: given } = await requests.get<SplitReport>(`${path}?days=${range}`, null, tag);
    // Other days were chosen in the meantime: this answer is for the former ones.
    if (range !== days) return read();
    if (!outcome.ok) return outcome;
    tag = given;
    return { ok: true, data: outcome.data === null ? null : { ...outcome.data, range, expiresAt } };
  }

  return {
    async open() {
      const outcome = await requests.open(`${path}/open`);
      if (outcome.ok) ({ expiresAt } = outcome.data);
      return outcome;
    },
    read,
    choose(to) {
      days = to;
      tag = null;
    },
    async visitors(cursor) {
      const place = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { outcome } = await requests.get<VisitorListPage>(
        `${path}/visitors?days=${days}&pageSize=${pageSize}${place}`,
        null,
      );
      return outcome.ok ? outcome.data : null;
    },
    file: (language) => requests.file(`${path}/exportExcel?days=${days}`, language),
    figuresFile: (language) => requests.file(`${path}/figures/exportExcel?days=${days}`, language),
  };
}
