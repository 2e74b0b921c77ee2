// i18n-keys: chat.delivery.*
import {
  CheckCircleFilled,
  CheckOutlined,
  ClockCircleOutlined,
  CloudUploadOutlined,
  DisconnectOutlined,
  ExclamationCircleFilled,
  QuestionCircleFilled,
  TranslationOutlined,
} from '@ant-design/icons';
import type { DeliveryState } from '@parley/contract/conversations';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Two ticks, as is common in chats; the icon set has only a single one. */
function TwoTicks() {
  return (
    <svg
      width="15"
      height="11"
      viewBox="0 0 15 11"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden
    >
      <path d="M1 6l3 3 6-7M6.5 8.2l.9.8 6-7" />
    </svg>
  );
}

/** A delivery state, or `waiting` for a message that hasn't left the browser because there is no connection. */
export type ShownDelivery = DeliveryState | 'waiting';

const marks: Readonly<Record<Exclude<ShownDelivery, 'received'>, ReactNode>> = {
  waiting: <DisconnectOutlined />,
  translating: <TranslationOutlined />,
  queued: <ClockCircleOutlined />,
  sending: <CloudUploadOutlined />,
  sent: <CheckOutlined />,
  delivered: <TwoTicks />,
  read: <CheckCircleFilled />,
  failed: <ExclamationCircleFilled />,
  unconfirmed: <QuestionCircleFilled />,
};

/** Shows the delivery state of an outbound message as icon and text; renders nothing for inbound messages. */
export function DeliveryMark({ state }: { state: ShownDelivery }) {
  const { t } = useTranslation('ui');
  if (state === 'received') return null;
  return (
    <span className="chat-delivery" data-state={state}>
      <span aria-hidden>{marks[state]}</span>
      {t(`chat.delivery.${state}`)}
    </span>
  );
}
