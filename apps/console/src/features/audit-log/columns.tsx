import './audit-log.css';
import type { InterfaceLanguage } from '@parley/contract';
import {
  type AuditEntry,
  auditActions,
  auditActorNames,
  auditDetailsIn,
  auditObjectKindNames,
  auditObjectNames,
} from '@parley/contract/audit';
import {
  ForeignText,
  type Formats,
  interfaceLanguageOf,
  Moment,
  useFormats,
  useShownTimeZone,
} from '@parley/ui';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceName } from '../../lib/device-name.ts';
import type { Column } from '../../ui/list/description.ts';

type Reader = { t: TFunction; formats: Formats; language: InterfaceLanguage; zone: string | undefined };

/** A name with its kind below; the kind alone when there is no name. */
function Named({ name, kind }: { name: string; kind: string }) {
  if (name === '') return kind;
  return (
    <span className="two-lines">
      <ForeignText className="audit-text">{name}</ForeignText>
      <span className="quiet">{kind}</span>
    </span>
  );
}

function ObjectCell({ row, language }: { row: AuditEntry; language: InterfaceLanguage }) {
  const { objectKind, objectId, objectName } = row;
  if (objectKind === null) return <span className="quiet">–</span>;
  const name = objectName || (auditObjectNames[objectId ?? '']?.[language] ?? '');
  return <Named name={name} kind={auditObjectKindNames[objectKind][language]} />;
}

function AddressCell({ row: { address, userAgent } }: { row: AuditEntry }) {
  if (address === null) return <span className="quiet">–</span>;
  const device = userAgent === null ? null : deviceName(userAgent);
  return (
    <span className="two-lines">
      <span className="code">{address}</span>
      {device === null ? null : (
        <span className="quiet" title={userAgent ?? ''}>
          {device}
        </span>
      )}
    </span>
  );
}

function DetailsCell({ row, language }: { row: AuditEntry; language: InterfaceLanguage }) {
  const details = auditDetailsIn(row.details, language);
  if (details.length === 0) return <span className="quiet">–</span>;
  return (
    <span className="two-lines">
      {details.map(({ name, value }) => (
        <span key={name} className="audit-text">
          <span className="quiet">{name}</span> <ForeignText>{value}</ForeignText>
        </span>
      ))}
    </span>
  );
}

function columnsFor<Row extends AuditEntry>({ t, formats, language, zone }: Reader): Column<Row>[] {
  const time = t('audit.time');
  return [
    {
      key: 'time',
      title: zone === undefined ? time : t('zones.of', { what: time, zone }),
      width: 150,
      className: 'numeric',
      render: (row) => <Moment at={row.time}>{formats.dateTime(row.time)}</Moment>,
    },
    {
      key: 'action',
      title: t('audit.action'),
      width: 165,
      render: (row) => auditActions[row.action][language],
    },
    {
      key: 'actor',
      title: t('audit.actor'),
      width: 240,
      render: (row) => <Named name={row.actorName} kind={auditActorNames[row.actorKind][language]} />,
    },
    {
      key: 'object',
      title: t('audit.object'),
      width: 240,
      render: (row) => <ObjectCell row={row} language={language} />,
    },
    {
      key: 'address',
      title: t('audit.address'),
      width: 180,
      render: (row) => <AddressCell row={row} />,
    },
    {
      key: 'details',
      title: t('audit.details'),
      width: 280,
      render: (row) => <DetailsCell row={row} language={language} />,
    },
  ];
}

/** The columns common to the owner's and the operator's log. */
export function useAuditColumns<Row extends AuditEntry>(): Column<Row>[] {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const language = interfaceLanguageOf(i18n.language);
  const zone = useShownTimeZone();
  return useMemo(() => columnsFor<Row>({ t, formats, language, zone }), [t, formats, language, zone]);
}
