import { ErrorPanel } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Modal, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import type { AddressedDialog } from '../../lib/use-addressed-dialog.ts';
import { ClosedByAddress } from '../../ui/ClosedByAddress.tsx';
import { formNames } from './form-names.ts';
import { ManySplitLinks } from './many/ManySplitLinks.tsx';
import { splitLinkToEdit } from './queries.ts';
import { SplitLinkDialog } from './SplitLinkDialog.tsx';

type Properties = Pick<AddressedDialog, 'leaving'> & { shown: string; onClose: () => void };

/** The form named in the page's URL. Mount it again for each. */
export function AddressedForm({ leaving, onClose, shown }: Properties) {
  if (shown === formNames.create)
    return <SplitLinkDialog existing={undefined} copied={undefined} leaving={leaving} onClose={onClose} />;
  if (shown === formNames.many) return <ManySplitLinks leaving={leaving} onClose={onClose} />;
  const copied = /^copy-(.+)$/.exec(shown)?.[1];
  return (
    <ExistingForm id={copied ?? shown} copies={copied !== undefined} leaving={leaving} onClose={onClose} />
  );
}

type ExistingProperties = Pick<AddressedDialog, 'leaving'> & {
  id: string;
  /** True when it is the template of a new link. */
  copies: boolean;
  onClose: () => void;
};

/** Opens the form once all targets are loaded. */
function ExistingForm({ id, copies, leaving, onClose }: ExistingProperties) {
  const { t } = useTranslation();
  const { data, error } = useQuery(splitLinkToEdit(useClient(), id));
  if (data) {
    const given = copies ? { existing: undefined, copied: data } : { existing: data, copied: undefined };
    return <SplitLinkDialog {...given} leaving={leaving} onClose={onClose} />;
  }
  if (leaving !== undefined) return <ClosedByAddress onClose={onClose} />;
  if (error === null && data === undefined) return <Loading onClose={onClose} />;
  return (
    <Modal
      open
      centered
      title={t(copies ? 'splitLinks.create' : 'splitLinks.change')}
      footer={null}
      onCancel={onClose}
    >
      {error === null ? <p role="alert">{t('splitLinks.goneLink')}</p> : <ErrorPanel problem={error} />}
    </Modal>
  );
}

/** Delay of the loading dialog, in ms: most links load sooner, and a dialog that is replaced at once would flicker. */
const loadingAfterMs = 400;

function Loading({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), loadingAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <Modal open centered width={760} title={t('splitLinks.sources.loading')} footer={null} onCancel={onClose}>
      <Skeleton active paragraph={{ rows: 8 }} />
    </Modal>
  );
}
