/** What draws lines, areas and words: loaded after the households, which need none of it. */
export { WardLegend } from '../legend/WardLegend'
export { areaLayer } from './areaLayer'
export { placeNamesLayer, placesIn } from './placeNames'
export { wardLayers, wardOutlineLayer } from './wardLayers'
