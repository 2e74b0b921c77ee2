import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Table, type TableProps } from 'antd';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Fraction of the visible width that one press scrolls, so that the last visible column stays in view. */
const share = 0.6;

type Hidden = { start: boolean; end: boolean };
const none: Hidden = { start: false, end: false };

const bodyOf = (place: HTMLElement | null) => place?.querySelector<HTMLElement>('.ant-table-body') ?? null;

/** Returns on which sides columns are scrolled out of view; on neither when all fit. */
function useHiddenSides(place: RefObject<HTMLElement | null>): Hidden {
  const [hidden, setHidden] = useState(none);
  useEffect(() => {
    const body = bodyOf(place.current);
    if (body === null) return;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = body;
      // Ignores fractions of a pixel.
      const start = scrollLeft > 1;
      const end = scrollLeft + clientWidth < scrollWidth - 1;
      // Rows without anything to focus couldn't be scrolled by the keyboard.
      body.tabIndex = start || end ? 0 : -1;
      setHidden((before) => (before.start === start && before.end === end ? before : { start, end }));
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(body);
    if (body.firstElementChild !== null) sizes.observe(body.firstElementChild);
    body.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      body.removeEventListener('scroll', measure);
    };
  }, [place]);
  return hidden;
}

/**
 * A table with a sticky header. Where its columns don't fit, two buttons above it scroll sideways: many systems show a
 * scroll bar only while scrolling.
 */
export function ScrollableTable<Row extends object>(table: TableProps<Row>) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const hidden = useHiddenSides(place);
  const move = (direction: 1 | -1) => {
    const body = bodyOf(place.current);
    body?.scrollBy({ left: direction * share * body.clientWidth });
  };
  return (
    <div ref={place} className="panel">
      {hidden.start || hidden.end ? (
        <div className="sideways">
          <span className="quiet">{t('table.moreColumns')}</span>
          {/* `aria-disabled`, because a button that becomes disabled under the pointer loses the focus. */}
          <Button
            type="text"
            size="small"
            icon={<LeftOutlined />}
            aria-label={t('table.scrollLeft')}
            aria-disabled={!hidden.start}
            onClick={() => move(-1)}
          />
          <Button
            type="text"
            size="small"
            icon={<RightOutlined />}
            aria-label={t('table.scrollRight')}
            aria-disabled={!hidden.end}
            onClick={() => move(1)}
          />
        </div>
      ) : null}
      <Table<Row> size="middle" scroll={{ x: 'max-content' }} {...table} />
    </div>
  );
}
