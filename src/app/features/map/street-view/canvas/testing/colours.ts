import type { BasemapColours } from '../mapStyle'

/** Colours named after what they colour. */
export const colours: BasemapColours = {
  ground: '#111111',
  builtUp: '#222222',
  park: '#333333',
  water: '#444444',
  road: '#555555',
  roadEdge: '#666666',
  mainRoad: '#777777',
  mainRoadEdge: '#888888',
  path: '#999999',
  railway: '#aaaaaa',
  text: '#bbbbbb',
  textHalo: '#cccccc',
  waterText: '#dddddd',
  parkText: '#eeeeee',
}
