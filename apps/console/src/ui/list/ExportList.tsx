import type { Download, DownloadProgress } from '@parley/api-client';
import { ExportFile } from '../ExportFile.tsx';
import type { ListFilters } from './description.ts';

type Properties<Filters extends ListFilters> = {
  /** The list's title, the file's name when the server sends none. */
  title: string;
  filters: Filters;
  download: (
    query: Omit<Filters, 'pageNo' | 'pageSize'>,
    options: { signal: AbortSignal; onProgress: DownloadProgress },
  ) => Promise<Download>;
};

/** Saves all rows that match the search and filters, in the list's order, as a spreadsheet. */
export function ExportList<Filters extends ListFilters>({ title, filters, download }: Properties<Filters>) {
  const { pageNo: _, pageSize: __, ...query } = filters;
  return <ExportFile otherwise={`${title}.xlsx`} download={(options) => download(query, options)} />;
}
