import './hand-overs.css';
import { SwapOutlined } from '@ant-design/icons';
import type { Conversation } from '@parley/contract/conversations';
import { ConfirmPopover, Moment, printableLine, useFormats } from '@parley/ui';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnected } from '../../lib/use-connected.ts';
import type { HandOvers } from './use-hand-over.tsx';

type Properties = { conversation: Conversation; give: HandOvers['give'] };

/** Shown above a conversation of another sub-account: who handed it over and why, and a button to hand it back. */
export function HandOverNotice({ conversation, give }: Properties) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const connected = useConnected();
  const [saving, setSaving] = useState(false);
  const { handOver } = conversation;
  if (handOver === null) return null;
  const { from, authorName, note, at } = handOver;
  const giver = printableLine(authorName === null ? from : `${authorName} (${from})`, 90);
  const back = async () => {
    setSaving(true);
    if (!(await give(conversation, { to: null, note: '' }))) setSaving(false);
  };
  return (
    <Alert
      type="info"
      showIcon
      icon={<SwapOutlined aria-hidden />}
      className="desk-hand-over"
      title={
        <span>
          {t('handOver.from', { name: giver })} · <Moment at={at}>{dateTime(at)}</Moment>
          {note === '' ? null : <bdi className="desk-hand-over-note">{note}</bdi>}
        </span>
      }
      action={
        <ConfirmPopover
          title={t('handOver.backQuestion')}
          okText={t('handOver.back')}
          onConfirm={() => void back()}
        >
          <Button size="small" loading={saving} disabled={!connected}>
            {t('handOver.back')}
          </Button>
        </ConfirmPopover>
      }
    />
  );
}
