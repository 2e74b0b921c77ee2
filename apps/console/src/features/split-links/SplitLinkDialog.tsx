import { createSplitLink, type SplitLink, updateSplitLink } from '@parley/contract/split-links';
import { Form, type FormInstance } from 'antd';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import type { FormModalProperties } from '../../ui/FormModal.tsx';
import { RecordDialog } from '../../ui/RecordDialog.tsx';
import { useSaveRecord } from '../../ui/use-save-record.ts';
import { FormerTargets } from './FormerTargets.tsx';
import { findSplitLink } from './queries.ts';
import { SplitLinkFields } from './SplitLinkFields.tsx';
import { begunWith, formFrom, type SplitLinkDraft, valuesOf } from './split-link-values.ts';

type Properties = {
  /** The split link to change; undefined: a new one. */
  existing: SplitLink | undefined;
  /** The split link that a new one copies. */
  copied: SplitLink | undefined;
  onClose: () => void;
} & Pick<FormModalProperties<SplitLinkDraft>, 'leaving'>;

const causes = {
  'split-link.name-taken': 'name',
  'split-link.source-unavailable': 'sources',
  'resource.not-found': 'options',
} as const;

function useSaveSplitLink(form: FormInstance<SplitLinkDraft>, onSaved: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  return useSaveRecord<SplitLink, SplitLinkDraft>({
    form,
    write: (draft, on) =>
      on === undefined
        ? client.call(createSplitLink, { body: formFrom(draft) })
        : client.call(updateSplitLink, {
            body: { splitLinkId: on.id, version: on.version, ...formFrom(draft) },
          }),
    saved: t('splitLinks.saved'),
    refresh: [queryKeys.splitLinks],
    causes,
    onSaved,
  });
}

/** Creates or changes a split link. Mount it again for each. */
export function SplitLinkDialog({ existing, copied, onClose, leaving }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const [form] = Form.useForm<SplitLinkDraft>();
  const saving = useSaveSplitLink(form, onClose);
  return (
    <RecordDialog
      form={form}
      size={760}
      leaving={leaving}
      title={t(existing === undefined ? 'splitLinks.create' : 'splitLinks.change')}
      existing={existing}
      valuesOf={(kept) => (kept === undefined ? begunWith(copied) : valuesOf(kept))}
      saving={saving}
      read={({ id }) => findSplitLink(client, id)}
      texts={{ save: t('splitLinks.save'), cancel: t('splitLinks.cancel') }}
      onClose={onClose}
    >
      <SplitLinkFields former={<FormerTargets targets={existing?.followedTargets ?? []} />} />
    </RecordDialog>
  );
}
