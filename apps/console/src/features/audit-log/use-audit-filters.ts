import { auditActions, auditActorNames } from '@parley/contract/audit';
import { interfaceLanguageOf } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { Filter } from '../../ui/list/description.ts';
import { selectFilter } from '../../ui/list/FilterSelect.tsx';
import { textFilter } from '../../ui/list/TextFilter.tsx';
import { type AuditFilters, actions, actorKinds, isAddress } from './queries.ts';

/** Filters of the log: action, actor, object and IP address. */
export function useAuditFilters(
  { action, actorKind, actor, object, address }: AuditFilters,
  onFilter: (patch: FilterPatch) => void,
): readonly Filter[] {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  return [
    selectFilter({
      name: 'action',
      label: t('audit.action'),
      value: action,
      options: actions.map((value) => ({ value, label: auditActions[value][language] })),
      long: true,
      onFilter,
    }),
    selectFilter({
      name: 'actorKind',
      label: t('audit.actorKind'),
      value: actorKind,
      options: actorKinds.map((value) => ({ value, label: auditActorNames[value][language] })),
      onFilter,
    }),
    textFilter({ name: 'actor', label: t('audit.actorFilter'), value: actor, onFilter }),
    textFilter({ name: 'object', label: t('audit.objectFilter'), value: object, onFilter }),
    textFilter({
      name: 'address',
      label: t('audit.addressFilter'),
      value: address,
      accepts: isAddress,
      problem: t('audit.addressWrong'),
      onFilter,
    }),
  ];
}
