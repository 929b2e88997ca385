export declare const BUILD: {
    readonly version: string;
    readonly commit: string;
};
/** As people read it: '1.0.0 (c0d5828)'. */
export declare const VERSION: string;
