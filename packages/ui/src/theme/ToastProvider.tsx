import AppContext from 'antd/es/app/context.js';
import useStyle from 'antd/es/app/style/index.js';
import useApp from 'antd/es/app/useApp.js';
import type { MessageInstance } from 'antd/es/message/interface.js';
import { type ComponentType, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

type Show = (content: Parameters<MessageInstance['info']>[0]) => void;

/** Shows brief messages at the top of the page: a sentence, or antd's message options. */
export type Toasts = Readonly<Record<'success' | 'info' | 'warning' | 'error', Show>>;

export function useToasts(): Toasts {
  return useApp().message;
}

type HolderProperties = { onReady: (ready: MessageInstance) => void };

/** Forwards calls to `target`; until it is set, calls are queued and the listeners of `onWanted` are notified. */
function createRelay() {
  let target: MessageInstance | null = null;
  const wanted = new Set<() => void>();
  const waiting: ((ready: MessageInstance) => void)[] = [];
  const whenReady = (show: (ready: MessageInstance) => void) => {
    if (target !== null) return show(target);
    waiting.push(show);
    for (const listener of wanted) listener();
  };
  const onWanted = (listener: () => void) => {
    wanted.add(listener);
    if (waiting.length > 0) listener();
    return () => wanted.delete(listener);
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
  return { toasts, onReady, onWanted };
}

/** Loads antd's messages with the first toast or the user's first input; null before. */
function useToastHolder(
  onWanted: (listener: () => void) => () => void,
): ComponentType<HolderProperties> | null {
  const [Holder, setHolder] = useState<ComponentType<HolderProperties> | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const load = () =>
      void import('./ToastHolder.tsx').then(
        ({ ToastHolder }) => {
          if (!stop.signal.aborted) setHolder(() => ToastHolder);
          stop.abort();
        },
        // The code couldn't be fetched: the next toast retries, and shows the queued ones.
        () => undefined,
      );
    for (const type of ['pointerdown', 'keydown'])
      window.addEventListener(type, load, { signal: stop.signal });
    const forget = onWanted(load);
    stop.signal.addEventListener('abort', forget);
    return () => stop.abort();
  }, [onWanted]);
  return Holder;
}

/**
 * antd's `App` without its dialogs and notifications, which nothing here uses (a dialog is a component of the page that
 * needs it), and with its messages loaded on the user's first input: together this saves a tenth of an initial load.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const outer = useContext(AppContext);
  const [relay] = useState(createRelay);
  const Holder = useToastHolder(relay.onWanted);
  const [hashId, variables] = useStyle('ant-app');
  // The same calls, without antd's return value (a handle for closing), which is unused here.
  const value = useMemo(() => ({ ...outer, message: relay.toasts as MessageInstance }), [outer, relay]);
  return (
    <AppContext value={value}>
      <div className={`ant-app ${hashId} ${variables}`}>
        {Holder === null ? null : <Holder onReady={relay.onReady} />}
        {children}
      </div>
    </AppContext>
  );
}
