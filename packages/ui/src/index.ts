export { AuthorLabel } from './chat/AuthorLabel.tsx';
export { FileLinksProvider } from './chat/attachments/file-links.tsx';
export { avatarColor, initialsOf } from './chat/avatar.ts';
export { DaySeparator, TypingDots } from './chat/ChatMarks.tsx';
export { ChatText } from './chat/ChatText.tsx';
export { MessageBubble } from './chat/MessageBubble.tsx';
export { MessageQuote } from './chat/MessageQuote.tsx';
export { printableLine } from './chat/printable.ts';
export { useConversationTitle } from './chat/use-conversation-title.ts';
export { useFaultSentence } from './connection/fault-sentence.ts';
export { ownReasonOf } from './connection/own-reason.ts';
export { useProxyFault } from './connection/proxy-fault.ts';
export { LazyDropdown } from './controls/LazyDropdown.tsx';
export { onNetworkQuiet } from './controls/network-quiet.ts';
export { Question } from './controls/Question.tsx';
export { useClear } from './controls/use-clear.tsx';
export { useMedia } from './controls/use-media.ts';
export { describeError } from './feedback/described-error.ts';
export { EmptyState } from './feedback/EmptyState.tsx';
export { ErrorBoundary } from './feedback/ErrorBoundary.tsx';
export { ErrorPanel } from './feedback/ErrorPanel.tsx';
export { lateCode, useLateCode } from './feedback/late-code.ts';
export { lazyDialog } from './feedback/lazy-dialog.tsx';
export { fetchMissingStyles } from './feedback/missing-styles.ts';
export { OfflineBanner, useOnline } from './feedback/OfflineBanner.tsx';
export { isShown, markShown } from './feedback/shown-failures.ts';
export { UpdateNotice } from './feedback/UpdateNotice.tsx';
export { useErrorToast } from './feedback/use-error-toast.tsx';
export { putByRequest } from './files/put-by-request.ts';
export { createLocale } from './locale/create-locale.ts';
export { type Formats, useFormats } from './locale/formats.ts';
export {
  interfaceLanguageNames,
  interfaceLanguageOf,
  readLanguage,
} from './locale/interface-language.ts';
export { addTexts, loadLocale, switchLanguage } from './locale/load-locale.ts';
export { playingTime } from './locale/playing-time.ts';
export { TimeZoneProvider, useShownTimeZone } from './locale/time-zone.tsx';
export { CopyButton } from './text/CopyButton.tsx';
export { copyText } from './text/copy-text.ts';
export { ForeignText } from './text/ForeignText.tsx';
export { Moment } from './text/Moment.tsx';
export type { PreferenceStorage } from './theme/stored-theme.ts';
export { useToasts } from './theme/ToastProvider.tsx';
export { UiProvider, useTheme } from './theme/UiProvider.tsx';
export { LanguageSelect } from './translation-settings/LanguageSelect.tsx';
export { SettingsFields } from './translation-settings/SettingsFields.tsx';
