import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';

/** Outline of the desk while its code is loading. */
export function WorkspaceSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="desk" role="status" aria-label={t('loading')}>
      <div className="desk-header" />
      <div className="desk-panes" data-pane="list">
        <div className="desk-pane-accounts desk-placeholders">
          <Skeleton active title={false} paragraph={{ rows: 4 }} />
        </div>
        <div className="desk-pane-list desk-placeholders">
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <Skeleton key={key} active avatar={{ size: 36 }} paragraph={{ rows: 1 }} />
          ))}
        </div>
        <div className="desk-pane-chat" />
      </div>
    </div>
  );
}
