// i18n-keys: shortcut.*
import './shortcut-help.css';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';

export type Shortcut = { keys: readonly string[]; name: string };

type Properties = { open: boolean; onClose: () => void };

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const control = isMac ? '⌘' : 'Ctrl';

const shortcuts: readonly Shortcut[] = [
  { keys: ['Enter'], name: 'translate' },
  { keys: [control, 'Enter'], name: 'original' },
  { keys: ['Shift', 'Enter'], name: 'newLine' },
  { keys: ['Esc'], name: 'takeBack' },
  { keys: ['Alt', '↑'], name: 'previous' },
  { keys: ['Alt', '↓'], name: 'next' },
  { keys: [control, 'K'], name: 'search' },
  { keys: ['/'], name: 'search' },
  { keys: ['F'], name: 'filter' },
  { keys: [control, 'J'], name: 'materials' },
  { keys: [control, 'E'], name: 'emoji' },
  { keys: ['C'], name: 'customer' },
  { keys: ['P'], name: 'pin' },
  { keys: ['Z'], name: 'snooze' },
  { keys: ['E'], name: 'close' },
  { keys: ['A'], name: 'archive' },
  { keys: ['H'], name: 'handOver' },
  { keys: ['U'], name: 'undo' },
  { keys: ['L'], name: 'prospectiveFans' },
  { keys: ['C', 'D', 'G', 'R', 'N'], name: 'prospectiveFan' },
  { keys: ['↑', '↓'], name: 'row' },
  { keys: ['Home', 'End'], name: 'endRow' },
  { keys: ['Home'], name: 'firstMessage' },
  { keys: ['End'], name: 'latestMessage' },
  { keys: ['?'], name: 'help' },
];

/** Lists all keyboard shortcuts of the desk. */
export function ShortcutHelp({ open, onClose }: Properties) {
  const { t } = useTranslation();
  return (
    <Modal open={open} onCancel={onClose} footer={null} title={t('shortcut.title')} width={440}>
      <dl className="desk-shortcuts">
        {shortcuts.map((shortcut) => (
          <div key={`${shortcut.name} ${shortcut.keys.join('+')}`}>
            <dt>
              {shortcut.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`shortcut.${shortcut.name}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
