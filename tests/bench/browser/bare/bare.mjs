/* A map and a dot for each household, and nothing else: what Doorstep's map is measured beside. */
import { ScatterplotLayer } from '@deck.gl/layers'
import { MapboxOverlay } from '@deck.gl/mapbox'
import { tableFromIPC } from '@uwdata/flechette'
import { Map as MaplibreMap, setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'

const points = fetch('/api/household-points').then((answer) => answer.arrayBuffer())
setWorkerUrl(workerUrl)
const center = location.hash.slice(1).split(',').map(Number)
const map = new MaplibreMap({ container: 'map', style: { version: 8, sources: {}, layers: [] }, center, zoom: 10 })
const overlay = new MapboxOverlay({ layers: [] })
map.addControl(overlay)

const table = tableFromIPC(await points)
const [longitude, latitude] = ['longitude', 'latitude'].map((name) => table.getChild(name).toArray())
const value = Float64Array.from({ length: table.numRows * 2 }, (_, at) => (at % 2 ? latitude : longitude)[at >> 1])
const data = { length: table.numRows, attributes: { getPosition: { value, size: 2 } } }
const looks = { radiusMinPixels: 2, getFillColor: [60, 70, 180], pickable: true }
overlay.setProps({ layers: [new ScatterplotLayer({ id: 'households', data, ...looks })] })
