import { DownOutlined } from '@ant-design/icons';
import { LazyDropdown } from '@parley/ui';
import { Button, type MenuProps } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

type Properties = {
  /** The accessible name: what the actions apply to. */
  label: string;
  items: NonNullable<MenuProps['items']>;
};

/** Menu with the further actions of a row. */
export function MoreMenu({ label, items }: Properties) {
  const { t } = useTranslation();
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <LazyDropdown
      trigger={['click']}
      // The entry is unmounted when what it opens closes, or on Escape: the focus must then return to the button.
      menu={{
        items,
        onClick: () => trigger.current?.focus(),
        onKeyDown: ({ key }) => {
          if (key === 'Escape') trigger.current?.focus();
        },
      }}
    >
      <Button
        ref={trigger}
        type="link"
        size="small"
        icon={<DownOutlined aria-hidden />}
        iconPlacement="end"
        aria-haspopup="menu"
        aria-label={label}
      >
        {t('table.more')}
      </Button>
    </LazyDropdown>
  );
}
