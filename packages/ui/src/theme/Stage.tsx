import AppContext from 'antd/es/app/context.js';
import useStyle from 'antd/es/app/style/index.js';
import useApp from 'antd/es/app/useApp.js';
import type { MessageInstance } from 'antd/es/message/interface.js';
import { lazy, type ReactNode, Suspense, useContext, useEffect, useMemo, useState } from 'react';

const ToastHolder = lazy(() => import('./ToastHolder.tsx').then((file) => ({ default: file.ToastHolder })));

type Show = (content: Parameters<MessageInstance['info']>[0]) => void;

/** The few-second messages at the top of the page: a sentence, or antd's settings of one. */
export type Toasts = Readonly<Record<'success' | 'info' | 'warning' | 'error', Show>>;

export function useToasts(): Toasts {
  return useApp().message;
}

/** Passes calls on to `target` once it is there; those from before it are kept until then. */
function createRelay() {
  let target: MessageInstance | null = null;
  const waiting: ((ready: MessageInstance) => void)[] = [];
  const whenReady = (show: (ready: MessageInstance) => void) => {
    if (target === null) waiting.push(show);
    else show(target);
  };
  const relay =
    (kind: keyof Toasts): Show =>
    (content) =>
      whenReady((ready) => void ready[kind](content));
  const toasts: Toasts = {
    success: relay('success'),
    info: relay('info'),
    warning: relay('warning'),
    error: relay('error'),
  };
  const onReady = (ready: MessageInstance) => {
    target = ready;
    for (const show of waiting.splice(0)) show(ready);
  };
  return { toasts, onReady };
}

/**
 * antd's `App` without its dialogs and notifications, which nothing here opens (a dialog is a component of the
 * page that needs it), and with its messages loaded behind the first picture: together a tenth of a first load.
 */
export function Stage({ children }: { children: ReactNode }) {
  const outer = useContext(AppContext);
  const [relay] = useState(createRelay);
  const [pictured, setPictured] = useState(false);
  const [hashId, variables] = useStyle('ant-app');
  // The same calls, less what antd's own give back (a handle to close by), which nothing here uses.
  const value = useMemo(() => ({ ...outer, message: relay.toasts as MessageInstance }), [outer, relay]);
  useEffect(() => setPictured(true), []);
  return (
    <AppContext value={value}>
      <div className={`ant-app ${hashId} ${variables}`}>
        {pictured ? (
          <Suspense fallback={null}>
            <ToastHolder onReady={relay.onReady} />
          </Suspense>
        ) : null}
        {children}
      </div>
    </AppContext>
  );
}
