import { type Client, isApiError } from '@parley/api-client';
import {
  getMaterial,
  type Material,
  type MaterialSort,
  type MaterialType,
  materialGroups,
  materialPage,
  materialSort,
  materialType,
} from '@parley/contract/materials';
import { id } from '@parley/contract/values';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { pageNoOf, pageSizeOf, searchOf } from '../../lib/use-url-filters.ts';

export type MaterialFilters = {
  pageNo: number;
  pageSize: number;
  search?: string | undefined;
  type?: MaterialType | undefined;
  /** A group's id, or `none`. */
  group?: string | undefined;
  sort?: MaterialSort | undefined;
  /** Shows cards even where a table fits. */
  cards?: true | undefined;
};

/** Reads the filters from the page's URL; unknown values are ignored. */
export function readMaterialFilters(query: URLSearchParams, pageSize: number): MaterialFilters {
  const group = query.get('group') ?? '';
  return {
    pageNo: pageNoOf(query),
    pageSize: pageSizeOf(query, pageSize),
    search: searchOf(query),
    type: materialType.safeParse(query.get('type')).data,
    group: group === 'none' || id.safeParse(group).success ? group : undefined,
    sort: materialSort.safeParse(query.get('sort')).data,
    cards: query.get('view') === 'cards' || undefined,
  };
}

export const materials = (client: Client, { cards: _, ...query }: MaterialFilters) =>
  queryOptions({
    queryKey: [...queryKeys.materials, query],
    queryFn: ({ signal }) => client.call(materialPage, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const groups = (client: Client) =>
  queryOptions({
    queryKey: queryKeys.materialGroups,
    queryFn: ({ signal }) => client.call(materialGroups, {}, { signal }),
  });

/** Fetches a material; null: it no longer exists. */
export async function findMaterial(client: Client, materialId: string): Promise<Material | null> {
  try {
    return await client.call(getMaterial, { query: { materialId } });
  } catch (problem) {
    if (isApiError(problem, 'material.not-found')) return null;
    throw problem;
  }
}
