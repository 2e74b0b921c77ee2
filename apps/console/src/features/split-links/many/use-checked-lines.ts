import type { PlatformId } from '@parley/contract/catalogues';
import { type BulkLine, bulkLimits, readBulkLines } from '@parley/contract/split-links';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useMemo } from 'react';
import { useClient } from '../../../lib/session-context.tsx';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { takenNames } from '../queries.ts';
import type { DraftSource } from '../split-link-values.ts';

export type CheckedLine = BulkLine;

/**
 * Returns the lines of the surrounding form with their problems: those within a line at once, conflicts with existing
 * links after a debounced request.
 */
export function useCheckedLines(): CheckedLine[] {
  const platform = Form.useWatch<PlatformId | undefined>('platform');
  const text = Form.useWatch<string | undefined>('lines') ?? '';
  const sources = Form.useWatch<DraftSource[] | undefined>('sources') ?? [];
  const hasSources = sources.length > 0;
  const lines = useMemo(
    () => (platform === undefined ? [] : readBulkLines(platform, text, hasSources)),
    [platform, text, hasSources],
  );
  const names = lines
    .filter(({ name, problem }) => name !== '' && problem !== 'wrong-name' && problem !== 'name-twice')
    .slice(0, bulkLimits.links)
    .map(({ name }) => name);
  const asked = JSON.parse(useDebounced(JSON.stringify(names))) as string[]; // serialized in the same call
  const { data } = useQuery(takenNames(useClient(), asked));
  const taken = new Set(data?.taken.map((at) => asked[at]?.toLowerCase()));
  return lines.map((line) =>
    line.problem === null && taken.has(line.name.toLowerCase()) ? { ...line, problem: 'name-taken' } : line,
  );
}
