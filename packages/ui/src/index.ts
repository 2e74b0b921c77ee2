export { DaySeparator, TypingDots } from './chat/ChatMarks.tsx';
export { ChatText } from './chat/ChatText.tsx';
export { MessageBubble, type ShownMessage } from './chat/MessageBubble.tsx';
export { printableLine } from './chat/printable.ts';
export { type DescribedError, describeError } from './feedback/described-error.ts';
export { EmptyState } from './feedback/EmptyState.tsx';
export { ErrorBoundary } from './feedback/ErrorBoundary.tsx';
export { ErrorPanel } from './feedback/ErrorPanel.tsx';
export { OfflineBanner, useOnline } from './feedback/OfflineBanner.tsx';
export { useErrorToast } from './feedback/use-error-toast.tsx';
export { createLocale } from './locale/create-locale.ts';
export { createFormats, type Formats, useFormats } from './locale/formats.ts';
export {
  interfaceLanguageNames,
  interfaceLanguageOf,
  readLanguage,
  writeLanguage,
} from './locale/interface-language.ts';
export { type LoadTexts, loadLocale, switchLanguage } from './locale/load-locale.ts';
export { CopyButton } from './text/CopyButton.tsx';
export { copyText } from './text/copy-text.ts';
export { ForeignText } from './text/ForeignText.tsx';
export { type Toasts, useToasts } from './theme/Stage.tsx';
export { applyTheme, type KeyValueStorage, readTheme, writeTheme } from './theme/stored-theme.ts';
export { type ThemeName, themes } from './theme/tokens.ts';
export { UiProvider, useTheme } from './theme/UiProvider.tsx';
