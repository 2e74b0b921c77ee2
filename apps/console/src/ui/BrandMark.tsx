import { useBrand } from '../lib/brand.ts';

/** The installation's logo and, unless `nameless`, its name. */
export function BrandMark({ nameless = false }: { nameless?: boolean }) {
  const brand = useBrand();
  return (
    <>
      {brand === null ? (
        <span style={{ width: 24, height: 24 }} />
      ) : (
        <img src={brand.logo} alt="" width={24} height={24} />
      )}
      {nameless ? null : <span className="brand">{brand?.name}</span>}
    </>
  );
}
