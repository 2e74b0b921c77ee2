import { DownOutlined } from '@ant-design/icons';
import { lazyPart } from '@parley/ui';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { besideTrigger } from './ColumnMenu.tsx';
import type { ListPart } from './description.ts';

const SavedViews = lazyPart(async () => (await import('./SavedViews.tsx')).SavedViews);

/** Saved views: filters, order and columns under a name. */
export function ViewMenu({ list }: { list: ListPart }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <span className="list-menu">
      <Popover
        trigger="click"
        placement="bottomRight"
        open={open}
        onOpenChange={setOpen}
        destroyOnHidden
        getPopupContainer={besideTrigger}
        content={<SavedViews list={list} onClose={() => setOpen(false)} />}
      >
        <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
          {t('list.views')}
        </Button>
      </Popover>
    </span>
  );
}
