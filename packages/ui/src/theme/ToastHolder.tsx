import { message } from 'antd';
import type { MessageInstance } from 'antd/es/message/interface.js';
import { useEffect } from 'react';

/** Mounts antd's messages. */
export function ToastHolder({ onReady }: { onReady: (ready: MessageInstance) => void }) {
  const [api, holder] = message.useMessage({ maxCount: 3 });
  useEffect(() => onReady(api), [api, onReady]);
  return holder;
}
