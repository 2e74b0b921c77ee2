import { Button, type MenuProps, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MoreMenu } from '../MoreMenu.tsx';
import type { RowAction } from './description.ts';
import type { Confirm } from './use-confirmation.tsx';

type Properties = {
  name: string;
  actions: readonly RowAction[];
  confirm: Confirm;
};

function entriesOf(actions: readonly RowAction[], confirm: Confirm): NonNullable<MenuProps['items']> {
  return actions.flatMap((action, at) => {
    const { key, danger = false, disabled = false } = action;
    const entry = {
      key,
      danger,
      disabled,
      label: <Entry action={action} />,
      onClick: () => confirm(action),
    };
    return action.divided && at > 0 ? [{ type: 'divider' as const, key: `before ${key}` }, entry] : [entry];
  });
}

/** An entry's text or link, with the reason when it is disabled. */
function Entry({ action: { label, to, disabled, reason } }: { action: RowAction }) {
  if (to !== undefined) return <Link to={to}>{label}</Link>;
  if (!disabled || reason === undefined) return label;
  return (
    <>
      {label}
      <span className="why-not">{reason}</span>
    </>
  );
}

/** The most common action, and a menu with the rest. */
export function RowActions({ name, actions, confirm }: Properties) {
  const { t } = useTranslation();
  const rest = actions.filter(({ beside }) => beside === undefined);
  return (
    <Space size={0}>
      {actions
        .filter(({ beside }) => beside !== undefined)
        .map((action) => (
          <Button
            key={action.key}
            type="link"
            size="small"
            danger={action.danger === true}
            disabled={action.disabled === true}
            title={action.reason}
            aria-label={action.beside}
            onClick={() => confirm(action)}
          >
            {action.label}
          </Button>
        ))}
      {rest.length === 0 ? null : (
        <MoreMenu label={t('list.moreNamed', { name })} items={entriesOf(rest, confirm)} />
      )}
    </Space>
  );
}
