/** Draws lines, areas and words: loaded after the households. One file (vite.config.ts). */
export async function loadShapes() {
  const [area, places, wards, legend] = await Promise.all([
    import('./areaLayer'),
    import('./placeNames'),
    import('./wardLayers'),
    import('../legend/WardLegend'),
  ])
  return {
    areaLayer: area.areaLayer,
    placesIn: places.placesIn,
    placeNamesLayer: places.placeNamesLayer,
    wardLayers: wards.wardLayers,
    wardOutlineLayer: wards.wardOutlineLayer,
    councilOutlineLayer: wards.councilOutlineLayer,
    WardLegend: legend.WardLegend,
  }
}

export type Shapes = Awaited<ReturnType<typeof loadShapes>>
