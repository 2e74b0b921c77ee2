import { PlusOutlined } from '@ant-design/icons';
import { exportSplitLinkList, type SplitLinkListed, splitLinkLimits } from '@parley/contract/split-links';
import { lazyDialog, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePlatformFilter } from '../../../entities/platforms/use-platform-filter.ts';
import { useSplitLinkColumns } from '../../../features/split-links/columns.tsx';
import { formNames } from '../../../features/split-links/form-names.ts';
import {
  readSplitLinkFilters,
  type SplitLinkFilters,
  splitLinks,
} from '../../../features/split-links/queries.ts';
import { useSplitLinkActions } from '../../../features/split-links/use-split-link-actions.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useAddressedDialog } from '../../../lib/use-addressed-dialog.ts';
import { useRestoredFocus } from '../../../lib/use-restored-focus.ts';
import type { FilterPatch } from '../../../lib/use-url-filters.ts';
import type { Filter, ListDescription } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { selectFilter } from '../../../ui/list/FilterSelect.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';
import { useSearch } from '../../../ui/list/use-search.ts';
import { type Selection, useSelection } from '../../../ui/list/use-selection.ts';
import { QrCode } from '../../../ui/QrCode.tsx';
import { ScreenTexts } from '../../../ui/ScreenTexts.tsx';

const AddressedForm = lazyDialog(
  async () => (await import('../../../features/split-links/AddressedForm.tsx')).AddressedForm,
);
const SplitLinkRecords = lazyDialog(
  async () => (await import('../../../features/split-links/SplitLinkRecords.tsx')).SplitLinkRecords,
  { drawer: true },
);
const ReportShare = lazyDialog(
  async () => (await import('../../../features/split-links/ReportShare.tsx')).ReportShare,
);
const VisitorPrivacy = lazyDialog(
  async () => (await import('../../../features/split-links/VisitorPrivacy.tsx')).VisitorPrivacy,
);
const SplitDomains = lazyDialog(
  async () => (await import('../../../features/split-domains/SplitDomains.tsx')).SplitDomains,
);
const DeleteSplitLinks = lazyDialog(
  async () => (await import('../../../features/split-links/DeleteSplitLinks.tsx')).DeleteSplitLinks,
);

/** The dialog above the list. */
type Opened =
  | { what: 'domains' | 'privacy' }
  | { what: 'qr-code' | 'records' | 'share'; link: SplitLinkListed }
  | { what: 'deletion'; links: readonly SplitLinkListed[] };

/** The split links, short links that distribute visitors over account links. */
export function SplitLinks() {
  return (
    <ScreenTexts part="fans">
      <SplitLinksPage />
    </ScreenTexts>
  );
}

function SplitLinksPage() {
  const [opened, setOpened] = useState<Opened>();
  const dialog = useAddressedDialog();
  const { list, selection } = useSplitLinkList(setOpened, dialog.open);
  const close = () => setOpened(undefined);
  useRestoredFocus(opened !== undefined || dialog.shown !== null);
  return (
    <>
      <List list={list} />
      {dialog.shown === null ? null : (
        <AddressedForm
          key={dialog.shown}
          shown={dialog.shown}
          leaving={dialog.leaving}
          onClose={dialog.close}
        />
      )}
      {opened?.what === 'records' ? <SplitLinkRecords link={opened.link} onClose={close} /> : null}
      {opened?.what === 'share' ? <ReportShare link={opened.link} onClose={close} /> : null}
      {opened?.what === 'domains' ? <SplitDomains onClose={close} /> : null}
      {opened?.what === 'privacy' ? <VisitorPrivacy onClose={close} /> : null}
      {opened?.what === 'qr-code' ? <LinkCode link={opened.link} onClose={close} /> : null}
      {opened?.what === 'deletion' ? (
        <DeleteSplitLinks links={opened.links} onClose={close} onDeleted={selection.drop} />
      ) : null}
    </>
  );
}

function LinkCode({ link, onClose }: { link: SplitLinkListed; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal open title={link.name} footer={null} onCancel={onClose}>
      <p className="code">{link.url}</p>
      <QrCode text={link.url} title={t('splitLinks.qrCode')} fileName={link.code} side={240} />
    </Modal>
  );
}

/** The sentence below the list's title, with the rules by which conversions become fans. */
function Hint() {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <>
      {t('splitLinks.hint', { most: number(splitLinkLimits.workspace) })}{' '}
      {/* Underlined, as it is within a line of text. */}
      <Link to={paths.countingRules} style={{ textDecoration: 'underline' }}>
        {t('page.countingRules')}
      </Link>
    </>
  );
}

function useSplitLinkList(
  open: (opened: Opened) => void,
  openForm: (name: string) => void,
): {
  list: ListDescription<SplitLinkListed>;
  selection: Selection<SplitLinkListed>;
} {
  const { t } = useTranslation();
  const address = useListAddress('split-links', readSplitLinkFilters);
  const { filters, setFilters: onFilter } = address;
  const client = useClient();
  const query = useQuery(splitLinks(client, filters));
  const selection = useSelection<SplitLinkListed>(filters);
  const { rowActions, batchActions } = useSplitLinkActions({
    onChange: ({ id }) => openForm(id),
    onCopy: ({ id }) => openForm(formNames.copyOf(id)),
    onQrCode: (link) => open({ what: 'qr-code', link }),
    onShare: (link) => open({ what: 'share', link }),
    onRecords: (link) => open({ what: 'records', link }),
    onDelete: (links) => open({ what: 'deletion', links }),
  });
  const platform = usePlatformFilter(filters, onFilter);
  const list: ListDescription<SplitLinkListed> = {
    title: t('page.splitLinks'),
    hint: <Hint />,
    countsDays: true,
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ name }) => name,
    columns: useSplitLinkColumns(),
    standardSort: 'createdAt.desc',
    search: useSearch(t('splitLinks.search'), address),
    filters: [platform, useStateFilter(filters.enabled, onFilter)],
    rowActions,
    batch: { label: t('splitLinks.selected'), selection, actions: batchActions },
    tools: (
      <ExportList
        title={t('page.splitLinks')}
        filters={filters}
        download={(chosen, options) => client.download(exportSplitLinkList, { query: chosen }, options)}
      />
    ),
    action: (
      <Space wrap>
        <Button onClick={() => open({ what: 'domains' })}>{t('splitDomains.open')}</Button>
        <Button onClick={() => open({ what: 'privacy' })}>{t('splitLinks.privacy.open')}</Button>
        <Button onClick={() => openForm(formNames.many)}>{t('splitLinks.many.open')}</Button>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => openForm(formNames.create)}>
          {t('splitLinks.create')}
        </Button>
      </Space>
    ),
    none: { title: t('splitLinks.none'), hint: t('splitLinks.noneHint') },
  };
  return { list, selection };
}

function useStateFilter(value: SplitLinkFilters['enabled'], onFilter: (patch: FilterPatch) => void): Filter {
  const { t } = useTranslation();
  return selectFilter({
    name: 'enabled',
    label: t('splitLinks.state'),
    value,
    options: [
      { value: 'true', label: t('splitLinks.enabled') },
      { value: 'false', label: t('splitLinks.disabled') },
    ],
    onFilter,
  });
}
