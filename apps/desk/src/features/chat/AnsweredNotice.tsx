import { printableLine } from '@parley/ui';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AnsweredMeanwhile } from './use-answered-meanwhile.ts';

type Properties = { meanwhile: AnsweredMeanwhile; onSendAnyway: () => void };

/** Reports that a colleague has answered since the text was begun and, once the agent tries to send it, asks for confirmation. */
export function AnsweredNotice({ meanwhile: { answer, held }, onSendAnyway }: Properties) {
  const { t } = useTranslation();
  if (answer === null) return null;
  const name = answer.author?.name;
  const values = { name: name ? printableLine(name, 30) : t('composer.aColleague') };
  return (
    <Alert
      type="warning"
      showIcon
      role={held === null ? 'status' : 'alert'}
      title={t(held === null ? 'composer.answered' : 'composer.notSentAnswered', values)}
      action={
        <Button size="small" onClick={onSendAnyway}>
          {t('composer.sendAnyway')}
        </Button>
      }
    />
  );
}
