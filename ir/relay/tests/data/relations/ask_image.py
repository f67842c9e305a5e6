"""Calls of operators on images and boxes (needs TVM 0.8's Python package)."""

from ask import write

KEY = "relay.attrs."
IMAGES = ["float32[2,6,11,10]", "int8[n:int32,c:int32,h:int32,w:int32]", "float32[2,?,11,?]", "float32[?,6,11,10]", "float32[2L,6L,11L,10L]", "float32[2,6]", "_", "(float32[1],float32[1])", "float32[2,3,11,10,2]"]
LAYOUTS = ["NCHW", "NHWC", "NCHW2c", "HWCN", "NC", ""]


def resizes():
    for data in IMAGES:
        for layout in LAYOUTS:
            for size in [[4, 5], [4], [4, 5, 6], None, [], [{"extent": "s:int32"}, {"extent": "5L"}], [{"extent": "?"}, 3], [0, -1]]:
                for dtype in ["", "float16"] if size == [4, 5] else [""]:
                    yield "image.resize2d", KEY + "Resize2DAttrs", {"size": size, "layout": layout, "out_dtype": dtype}, data
    for data in ["float32[2,6,10]", "int8[n:int32,?,w:int32]", "float32[2,6]", "_"]:
        for layout in ["NCW", "NWC", "NC"]:
            for size in [[4], [], [{"extent": "?"}], [4, 5]]:
                yield "image.resize1d", KEY + "Resize1DAttrs", {"size": size, "layout": layout}, data
    for data in ["float32[2,6,9,11,10]", "int8[n:int32,?,d:int32,h:int32,w:int32]", "float32[2,6]", "_"]:
        for layout in ["NCDHW", "NDHWC", "NC"]:
            for size in [[4, 5, 6], [4, 5], [4], [{"extent": "?"}, 5, 6]]:
                yield "image.resize3d", KEY + "Resize3DAttrs", {"size": size, "layout": layout, "out_dtype": "float16"}, data
    for data in IMAGES:
        for boxes in ["float32[9,4]", "float32[b:int32,4]", "float32[?,4]", "float32[]", "_"]:
            for indices in ["int32[9]", "_", "float32[3]"] if boxes == "float32[9,4]" else ["int32[9]"]:
                for layout in ["NCHW", "NHWC"]:
                    for size in [[4, 5], [4], None]:
                        for dtype in ["", "float16"]:
                            if dtype and (size != [4, 5] or indices != "int32[9]"):
                                continue
                            attrs = {"crop_size": size, "layout": layout, "out_dtype": dtype}
                            yield "image.crop_and_resize", KEY + "CropAndResizeAttrs", attrs, f"{data} {boxes} {indices}"


def grids():
    for data in IMAGES:
        for grid in ["float32[2,2,4,5]", "float32[n:int32,2,h:int32,?]", "float32[2,4,5,2]", "float32[2,2,4]", "_", "float32[3,2,4L,5L]"]:
            for layout in LAYOUTS:
                yield "image.grid_sample", KEY + "GridSampleAttrs", {"layout": layout}, f"{data} {grid}"
    for data in ["float32[4,2,3]", "int8[n:int32,?,3]", "float32[4,3,2]", "float32[4,r:int32,c:int32]", "float32[4,2]", "_", "float32[4L,2L,3L]"]:
        for size in [[4, 5], [4], None, [4, 5, 6], [{"extent": "?"}, {"extent": "h:int32"}]]:
            yield "image.affine_grid", KEY + "AffineGridAttrs", {"target_shape": size}, data
    for data in IMAGES:
        for weight in ["float32[6,3,4]", "float32[c:int32,?,4]", "float32[6,3]", "_", "float32[3,4,6]"]:
            for given in [{}, {"padding": [1, 2]}, {"padding": [1, 2, 3, 4]}, {"padding": [1, 2, 3]}, {"strides": [2, 3]}, {"dilations": [2, 3]}, {"strides": [0, 1]}, {"data_layout": "NHWC"},
                          {"data_layout": "NHWC", "kernel_layout": "HWI"}, {"out_dtype": "float16"}, {"kernel_layout": "OHW"}]:
                yield "image.dilation2d", KEY + "Dilation2DAttrs", given, f"{data} {weight}"


def boxes():
    for data in IMAGES:
        for sizes, ratios in [([1.0], [1.0]), ([0.5, 0.25], [1.0, 2.0, 0.5]), ([], []), ([1.0], [])]:
            yield "vision.multibox_prior", KEY + "MultiBoxPriorAttrs", {"sizes": sizes, "ratios": ratios}, data
        for stride in [1, 2, 0, -1, 3]:
            yield "vision.yolo_reorg", KEY + "YoloReorgAttrs", {"stride": stride}, data
        for rois in ["float32[9,5]", "float32[r:int32,5]", "float32[?,5]", "float32[9]", "_", "float32[9,4]", "int8[9L,5]"]:
            for layout in ["NCHW", "NHWC", "NCHW2c"]:
                for size in [[7, 8], [7], None, [{"extent": "?"}, {"extent": "8L"}]] if layout == "NCHW" else [[7, 8]]:
                    attrs = {"pooled_size": size, "spatial_scale": 0.5, "layout": layout}
                    yield "vision.roi_align", KEY + "ROIAlignAttrs", attrs, f"{data} {rois}"
                    yield "vision.roi_pool", KEY + "ROIPoolAttrs", attrs, f"{data} {rois}"
    for scores in ["float32[2,5,9]", "int8[n:int32,?,9]", "float32[2,5,a:int32]", "float32[2,5]", "_"]:
        for offsets in ["float32[2,36]", "float32[n:int32,?]", "float32[3,36]", "float32[2,35]", "float32[2]", "_"]:
            for anchors in ["float32[1,9,4]", "float32[1,?,4]", "float32[1,8,4]", "float32[1,9,5]", "float32[9,4]", "_"]:
                yield "vision.multibox_transform_loc", KEY + "MultiBoxTransformLocAttrs", {}, f"{scores} {offsets} {anchors}"
    for data in ["float32[2,9,6]", "int8[n:int32,?,6]", "float32[2L,9L,6L]", "float32[2,9]", "_"]:
        for threshold in ["float32[]", "_", "int8[3]"]:
            attrs = {"score_threshold": None, "id_index": 0, "score_index": 1}
            yield "vision.get_valid_counts", KEY + "GetValidCountsAttrs", attrs, f"{data} {threshold}"
        for counts in ["int32[2]", "int32[n:int32]", "float32[5]", "int32[2,1]", "_"]:
            for others in ["int32[2,9] int32[] float32[]", "_ int32[] float32[]", "int32[2,9] _ float32[]", "int32[2,9] int32[] _"]:
                for return_indices in [True, False]:
                    attrs = {"return_indices": return_indices}
                    yield "vision.non_max_suppression", KEY + "NonMaximumSuppressionAttrs", attrs, f"{data} {counts} {others}"
    for shape in ["float32[2,9,4]", "float32[n:int32,b:int32,4]", "float32[2,?,4]", "float32[?,9,4]", "float32[2L,9L,4L]", "float32[9,4]", "_"]:
        for scores in ["float32[2,3,9]", "float32[n:int32,c:int32,b:int32]", "float32[2,?,9]", "float16[2,3L,9]", "float32[2,3]", "_"]:
            for form in ["onnx", "tensorflow", "other"]:
                for others in ["int64[] float32[] float32[]", "int64[] _ float32[]"]:
                    attrs = {"output_format": form}
                    yield "vision.all_class_non_max_suppression", KEY + "AllClassNonMaximumSuppressionAttrs", attrs, f"{shape} {scores} {others}"
    for scores in ["float32[2,6,11,10]", "float32[n:int32,6,11,10]", "float32[?,6,11,10]", "int8[2L,3]", "_", "float32[]"]:
        for offsets in ["float32[2,12,11,10]", "_", "int8[3]"]:
            for info in ["float32[2,3]", "float32[?,3]", "float32[2,4]", "float32[3]", "_", "float32[n:int32,k:int32]"]:
                for count in [300, 0]:
                    yield "vision.proposal", KEY + "ProposalAttrs", {"rpn_post_nms_top_n": count}, f"{scores} {offsets} {info}"


def calls():
    yield from resizes()
    yield from grids()
    yield from boxes()


if __name__ == "__main__":
    write("image", calls())
